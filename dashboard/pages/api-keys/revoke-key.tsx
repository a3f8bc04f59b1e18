import type { ApiKey } from '@recado/contract/dashboard/api-key'
import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

/** Revokes a key after its name was typed. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { keys } = text()
  const revoke = async () => {
    await call('DELETE', `/api-keys/${apiKey.id}`)
    onClose()
  }
  return (
    <Dialog title={keys.revokeTitle(apiKey.name)} onClose={onClose}>
      <Form
        submit={keys.revoke}
        isDanger
        onSubmit={revoke}
        onCancel={onClose}
        isReady={typed.trim() === apiKey.name}
      >
        <p>{keys.revokeMore}</p>
        <Field label={keys.typeName(apiKey.name)} value={typed} onInput={setTyped} autofocus />
      </Form>
    </Dialog>
  )
}
