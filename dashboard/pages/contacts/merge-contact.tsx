import type { MergeChanges } from '@recado/contract/contact-merge'
import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useFound } from '../../parts/use-found.ts'
import { text } from '../../text/choose.ts'
import { MovedRows, type Named, PlannedChanges, usePlan } from './planned-changes.tsx'

type Props = {
  readonly one: Named
  readonly onClose: () => void
  readonly onMerged: () => Promise<unknown>
}

/** Asks for the other contact of the person, shows what a merge will change, and merges. */
export function MergeContact({ one, onClose, onMerged }: Props) {
  const [other, setOther] = useState<Named | null>(null)
  const { contacts } = text()
  return (
    <Dialog title={contacts.merge} onClose={onClose}>
      {other === null ? (
        <OtherContact id={one.id} onChosen={setOther} onClose={onClose} />
      ) : (
        <ConfirmMerge one={one} other={other} onClose={onClose} onMerged={onMerged} />
      )}
    </Dialog>
  )
}

type OtherProps = {
  readonly id: string
  readonly onChosen: (other: Named) => void
  readonly onClose: () => void
}

function OtherContact({ id, onChosen, onClose }: OtherProps) {
  const [sought, setSought] = useState('')
  const { found } = useFound(sought.trim())
  const { contacts, find, act } = text()
  const others = found?.filter((one) => one.kind === 'contact' && one.id !== id)
  return (
    <>
      <Field label={contacts.mergeWith} value={sought} onInput={setSought} autofocus />
      <div class="results" aria-live="polite">
        {others?.length === 0 ? <p class="muted">{find.nothing}</p> : null}
        <ul>
          {others?.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                class="result"
                onClick={() => onChosen({ id: one.id, called: one.title })}
              >
                <span class="cut">{one.title}</span> <code class="cut">{one.id}</code>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div class="buttons">
        <button type="button" onClick={onClose}>
          {act.cancel}
        </button>
      </div>
    </>
  )
}

function ConfirmMerge({ one, other, onClose, onMerged }: Props & { readonly other: Named }) {
  const path = `/contacts/${one.id}/merge`
  const body = { other_id: other.id }
  const plan = usePlan<MergeChanges>(path, body)
  const { contacts } = text()
  const merge = async () => {
    await call('POST', path, body)
    await onMerged()
    onClose()
  }
  return (
    <Form
      submit={contacts.mergeNow}
      onSubmit={merge}
      onCancel={onClose}
      isReady={plan.changes != null}
    >
      <PlannedChanges
        plan={plan}
        pair={[one, other]}
        nothing={contacts.isOne}
        more={contacts.mergeMore}
      >
        {(changes) => <Gained changes={changes} />}
      </PlannedChanges>
    </Form>
  )
}

function Gained({ changes }: { changes: MergeChanges }) {
  const { identities, name, stage_id, marketing } = changes
  const { contacts } = text()
  return (
    <>
      <MovedRows label={contacts.gains} identities={identities} />
      {name === null ? null : (
        <>
          <dt>{contacts.takesName}</dt>
          <dd class="break">{name}</dd>
        </>
      )}
      {stage_id === null ? null : (
        <>
          <dt>{contacts.stage}</dt>
          <dd>{contacts.takesStage}</dd>
        </>
      )}
      {marketing.length === 0 ? null : (
        <>
          <dt>{contacts.marketing}</dt>
          <dd>{contacts.takesMarketing}</dd>
        </>
      )}
    </>
  )
}
