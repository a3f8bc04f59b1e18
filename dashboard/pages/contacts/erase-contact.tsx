import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { text } from '../../text/choose.ts'

type Props = {
  readonly id: string
  readonly hasMerged: boolean
  readonly onClose: () => void
  readonly onErased: () => Promise<unknown>
}

/** Says what an erasure does, asks for the password, and erases the person. */
export function EraseContact({ id, hasMerged, onClose, onErased }: Props) {
  const [password, setPassword] = useState('')
  const { contacts, me, signIn } = text()
  const erase = async () => {
    await call('POST', `/contacts/${id}/erase`, { password })
    setPassword('')
    onClose()
    await onErased()
  }
  return (
    <Dialog title={contacts.erase} onClose={onClose}>
      <Form
        submit={contacts.eraseNow}
        onSubmit={erase}
        onCancel={onClose}
        isReady={password !== ''}
        isDanger
        errorText={({ status }) => (status === 403 ? me.wrong : null)}
      >
        <p>{contacts.eraseMore}</p>
        {hasMerged ? <p>{contacts.eraseMerged}</p> : null}
        <p class="muted">{contacts.eraseTell}</p>
        <PasswordField
          label={signIn.password}
          kind="current"
          value={password}
          onInput={setPassword}
          autofocus
        />
      </Form>
    </Dialog>
  )
}
