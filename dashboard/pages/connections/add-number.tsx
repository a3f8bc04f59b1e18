import {
  type AskedField,
  kindOf,
  OFFERED_TYPES,
  type PublishedType,
} from '@recado/contract/connection-kinds'
import type { OperatorConnection } from '@recado/contract/operator-connection'
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

/** What the session of a number may be called. */
const NAME = /^[\w-]{1,40}$/

/** Asks for the number, and shows the address of its hook if it is to be set at the provider. */
export function AddNumber({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<OperatorConnection | null>(null)
  const { route } = useLocation()
  const open = ({ id }: OperatorConnection) => route(`/dashboard/connections/${id}`)
  if (added !== null) return <HookAddress added={added} onDone={() => open(added)} />
  return (
    <NumberForm
      onClose={onClose}
      onAdded={(one) => (kindOf(one.type).setsHook ? setAdded(one) : open(one))}
    />
  )
}

function NumberForm({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (added: OperatorConnection) => void
}) {
  const [type, setType] = useState<PublishedType>(OFFERED_TYPES[0])
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const { numbers } = text()
  const state = session.value
  const mayBeOfficial = state.kind === 'in' && includesOfficial(state.account.plan)
  const types = OFFERED_TYPES.filter((one) => mayBeOfficial || !kindOf(one).needsPlan)
  const { asks } = kindOf(type)
  const given = Object.fromEntries(asks.map((ask) => [ask.name, readValue(ask, fields)]))
  const isReady = asks.every((ask) => isGiven(ask, given[ask.name] ?? ''))
  const add = async () =>
    onAdded(
      (await call<{ data: OperatorConnection }>('POST', '/connections', { type, ...given })).data,
    )
  return (
    <Dialog title={numbers.add} onClose={onClose}>
      <Form submit={numbers.add} onSubmit={add} onCancel={onClose} isReady={isReady}>
        <Choice
          label={numbers.type}
          value={type}
          choices={types.map((one) => [one, numbers.types[one]] as const)}
          hint={numbers.typeSays[type]}
          onChange={setType}
        />
        {mayBeOfficial ? null : <p class="muted small">{numbers.needsPlan}</p>}
        {asks.map(({ name, form }) => (
          <Field
            key={name}
            label={numbers.fields[name]}
            {...(form === 'name' ? { hint: numbers.nameHint } : {})}
            type={form === 'secret' ? 'password' : 'text'}
            value={fields[name] ?? ''}
            onInput={(value) => setFields({ ...fields, [name]: value })}
            autofocus={form === 'name'}
          />
        ))}
      </Form>
    </Dialog>
  )
}

function readValue({ name, form }: AskedField, fields: Readonly<Record<string, string>>): string {
  const value = fields[name] ?? ''
  return form === 'name' ? value.trim() : value
}

function isGiven({ form }: AskedField, value: string): boolean {
  return form === 'name' ? NAME.test(value) : value !== ''
}

function HookAddress({ added, onDone }: { added: OperatorConnection; onDone: () => void }) {
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
