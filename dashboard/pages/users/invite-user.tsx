import type { Setup } from '@recado/contract/dashboard/user'
import { ROLES, type Role } from '@recado/domain/user/role'
import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { text } from '../../text/choose.ts'
import { timeOf } from '../../text/time.ts'

/** A link that sets a password once. */
export type Link = Pick<Setup, 'setup_url' | 'expires_at'>

/** Invites a user, and shows the link to send, because there is no mail server. */
export function InviteUser({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<Link | null>(null)
  if (link !== null) return <SetupLink link={link} onClose={onClose} />
  return <UserForm onClose={onClose} onInvited={setLink} />
}

/** Shows the link once. */
export function SetupLink({ link, onClose }: { link: Link; onClose: () => void }) {
  const { users } = text()
  const about = users.linkMore(timeOf(link.expires_at))
  return <ShownOnce title={users.link} about={about} value={link.setup_url} onClose={onClose} />
}

function UserForm({
  onClose,
  onInvited,
}: {
  onClose: () => void
  onInvited: (link: Link) => void
}) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('developer')
  const { users, roles, roleSays } = text()
  const invite = async () => {
    onInvited((await call<{ data: Link }>('POST', '/users', { email, name, role })).data)
  }
  return (
    <Dialog title={users.invite} onClose={onClose}>
      <Form
        submit={users.invite}
        onSubmit={invite}
        onCancel={onClose}
        isReady={email.trim() !== '' && name.trim() !== ''}
      >
        <Field label={users.email} type="email" value={email} onInput={setEmail} autofocus />
        <Field label={users.name} value={name} onInput={setName} />
        <Choice
          label={users.role}
          value={role}
          hint={roleSays[role]}
          choices={ROLES.map((one) => [one, roles[one]] as const)}
          onChange={setRole}
        />
      </Form>
    </Dialog>
  )
}
