import type { ApiKey } from '@recado/contract/dashboard/api-key'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

/** Revokes all keys that the creator of this one has created. */
export function RevokeKeysOf({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name } = apiKey.created_by
  const { keys } = text()
  const revoke = async () => {
    await call('DELETE', `/users/${id}/api-keys`)
    onClose()
  }
  return (
    <Dialog title={keys.revokeAllTitle(name ?? '')} onClose={onClose}>
      <Form submit={keys.revokeAll} isDanger onSubmit={revoke} onCancel={onClose}>
        <p>{keys.revokeAllMore}</p>
      </Form>
    </Dialog>
  )
}
