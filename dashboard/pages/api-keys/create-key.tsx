import type { IssuedApiKey } from '@recado/contract/dashboard/api-key'
import type { Scope } from '@recado/domain/api-key/events'
import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { text } from '../../text/choose.ts'

type Created = { readonly data: IssuedApiKey }

/** Asks for the key's name and scopes, and shows its text once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null)
  const { keys } = text()
  if (key === null) return <KeyForm onClose={onClose} onCreated={setKey} />
  return <ShownOnce title={keys.created} about={keys.createdMore} value={key} onClose={onClose} />
}

function KeyForm({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (key: string) => void
}) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read', 'write'])
  const { keys } = text()
  const create = async () => {
    const { data } = await call<Created>('POST', '/api-keys', { name, scopes })
    onCreated(data.key)
  }
  const toggle = (scope: Scope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope])
  return (
    <Dialog title={keys.create} onClose={onClose}>
      <Form
        submit={keys.create}
        onSubmit={create}
        onCancel={onClose}
        isReady={name.trim() !== '' && scopes.length > 0}
      >
        <Field label={keys.name} value={name} onInput={setName} hint={keys.nameHint} autofocus />
        <fieldset>
          <legend>{keys.scopes}</legend>
          {(['read', 'write'] as const).map((scope) => (
            <label class="check" key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={() => toggle(scope)}
              />
              {keys[scope]}
            </label>
          ))}
          {scopes.length === 0 ? (
            <p class="error" role="alert">
              {keys.needScope}
            </p>
          ) : null}
        </fieldset>
      </Form>
    </Dialog>
  )
}
