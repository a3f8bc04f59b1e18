import { includesOfficial } from '@recado/domain/account/plan'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { Copyable } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

type Added = { readonly id: string; readonly type: string; readonly hook_url: string | null }
type Kind = 'freemium' | 'official'

const OFFICIAL = ['phone_number', 'phone_number_id', 'waba_id', 'token', 'app_secret'] as const
const SECRET: ReadonlySet<string> = new Set(['token', 'app_secret'])

/** Asks for the number. A gateway's number is paired next; for an official one the hook's address is shown. */
export function AddNumber({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<Added | null>(null)
  const { route } = useLocation()
  const open = ({ id }: Added) => route(`/dashboard/connections/${id}`)
  if (added !== null) return <HookShown added={added} onDone={() => open(added)} />
  return (
    <Ask
      onClose={onClose}
      onAdded={(one) => (one.type === 'official' ? setAdded(one) : open(one))}
    />
  )
}

function Ask({ onClose, onAdded }: { onClose: () => void; onAdded: (added: Added) => void }) {
  const [type, setType] = useState<Kind>('freemium')
  const [name, setName] = useState('')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const { numbers } = text()
  const state = session.value
  const mayBeOfficial = state.kind === 'in' && includesOfficial(state.account.plan)
  const names = type === 'official' ? OFFICIAL : []
  const body = type === 'official' ? { type, ...fields } : { type, session: name.trim() }
  const isReady =
    type === 'official' ? names.every((one) => fields[one]) : /^[\w-]{1,40}$/.test(name.trim())
  const add = async () => onAdded((await call<{ data: Added }>('POST', '/connections', body)).data)
  return (
    <Dialog title={numbers.add} onClose={onClose}>
      <Form submit={numbers.add} onSubmit={add} onCancel={onClose} isReady={isReady}>
        <Choice
          label={numbers.type}
          value={type}
          choices={(mayBeOfficial
            ? (['freemium', 'official'] as const)
            : (['freemium'] as const)
          ).map((one) => [one, numbers.types[one]] as const)}
          hint={numbers.typeSays[type]}
          onChange={setType}
        />
        {mayBeOfficial ? null : <p class="muted small">{numbers.needsPlan}</p>}
        {type === 'freemium' ? (
          <Field
            label={numbers.name}
            hint={numbers.nameHint}
            value={name}
            onInput={setName}
            autofocus
          />
        ) : null}
        {names.map((one) => (
          <Field
            key={one}
            label={numbers.fields[one]}
            type={SECRET.has(one) ? 'password' : 'text'}
            value={fields[one] ?? ''}
            onInput={(value) => setFields({ ...fields, [one]: value })}
          />
        ))}
      </Form>
    </Dialog>
  )
}

function HookShown({ added, onDone }: { added: Added; onDone: () => void }) {
  const { numbers, act } = text()
  return (
    <Dialog title={numbers.added} onClose={onDone}>
      <p>{numbers.hook}</p>
      <Copyable value={added.hook_url ?? ''} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          {act.done}
        </button>
      </div>
    </Dialog>
  )
}
