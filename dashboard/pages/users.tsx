import type { User } from '@recado/contract/dashboard/user'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../api/client.ts'
import { useQuery } from '../api/query.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { session } from '../api/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { InviteUser, type Link, SetupLink } from './users/invite-user.tsx'
import { RoleOf } from './users/role-of.tsx'

type OpenDialog =
  | { readonly what: 'invite' }
  | { readonly what: 'link'; readonly link: Link }
  | { readonly what: 'remove'; readonly user: User }

const OF_USERS = ofCategories('user', 'userSession')

/** The users of the dashboard. */
export function Users() {
  const query = useQuery<{ data: readonly User[] }>('/users', OF_USERS)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { users } = text()
  const close = () => {
    setDialog(null)
    void query.reload()
  }
  const invite = (
    <button type="button" class="primary" onClick={() => setDialog({ what: 'invite' })}>
      <Icon name="plus" />
      {users.invite}
    </button>
  )
  return (
    <Page title={users.title} about={users.about} actions={invite}>
      <Loaded query={query} rows={3}>
        {({ data }) => (
          <Table
            label={users.title}
            columns={[users.name, users.email, users.role, users.state, users.lastSeen]}
            hasActions
          >
            {data.map((user) => (
              <Row key={user.id} user={user} onOpen={setDialog} reload={query.reload} />
            ))}
          </Table>
        )}
      </Loaded>
      {dialog?.what === 'invite' ? <InviteUser onClose={close} /> : null}
      {dialog?.what === 'link' ? <SetupLink link={dialog.link} onClose={close} /> : null}
      {dialog?.what === 'remove' ? <RemoveUser user={dialog.user} onClose={close} /> : null}
    </Page>
  )
}

type RowProps = { user: User; onOpen: (dialog: OpenDialog) => void; reload: () => Promise<unknown> }

function Row({ user, onOpen, reload }: RowProps) {
  const { users } = text()
  const state = session.value
  const isMe = state.kind === 'in' && state.user.id === user.id
  const [problem, setProblem] = useState<string | null>(null)
  const newLink = async () => {
    setProblem(null)
    try {
      const { data } = await call<{ data: Link }>('POST', `/users/${user.id}/setup`)
      onOpen({ what: 'link', link: data })
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message || text().state.offlineShort)
    }
  }
  return (
    <tr>
      <th scope="row">
        {user.name} {isMe ? <span class="muted">({users.you})</span> : null}
      </th>
      <td>{user.email}</td>
      <td>
        <RoleOf user={user} reload={reload} />
      </td>
      <td>{users[user.state]}</td>
      <td data-label={users.lastSeen}>
        {user.last_signed_in_at === null ? users.never : <Time at={user.last_signed_in_at} />}
      </td>
      <td class="end">
        <button type="button" class="quiet" onClick={() => void newLink()}>
          {users.newLink}
          <span class="hidden">: {user.name}</span>
        </button>
        <button type="button" class="quiet bad" onClick={() => onOpen({ what: 'remove', user })}>
          {users.remove}
          <span class="hidden">: {user.name}</span>
        </button>
        {problem === null ? null : (
          <p class="error small" role="alert">
            {problem}
          </p>
        )}
      </td>
    </tr>
  )
}

function RemoveUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { users } = text()
  const [erases, setErases] = useState(false)
  const remove = async () => {
    if (erases) await call('POST', `/users/${user.id}/erasure`)
    else await call('DELETE', `/users/${user.id}`)
    onClose()
  }
  return (
    <Dialog title={users.removeTitle(user.name)} onClose={onClose}>
      <Form submit={users.remove} isDanger onSubmit={remove} onCancel={onClose}>
        <p>{users.removeMore}</p>
        <label class="check">
          <input
            type="checkbox"
            checked={erases}
            onChange={({ currentTarget }) => setErases(currentTarget.checked)}
          />
          {users.alsoErase}
        </label>
      </Form>
    </Dialog>
  )
}
