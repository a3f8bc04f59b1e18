import type { ContactDetail } from '@recado/contract/contact'
import type { ContactBackground } from '@recado/contract/dashboard/contact'
import type { Stage } from '@recado/contract/stage'
import { call } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { may } from '../../api/session.ts'
import { SavedChoice } from '../../parts/saved-choice.tsx'
import { text } from '../../text/choose.ts'

type Props = {
  readonly person: ContactDetail
  readonly of: ContactBackground
  readonly onMoved: () => Promise<void>
}

/** The contact's stage and its reason, with a field to change it. */
export function StageOf({ person, of, onMoved }: Props) {
  const stages = useQuery<{ data: readonly Stage[] }>('/stages').body?.data ?? []
  const { contacts } = text()
  const shown = stages.find(({ id }) => id === person.stage_id)
  const move = async (id: string) => {
    try {
      await call('PATCH', `/contacts/${person.id}`, { stage_id: id === '' ? null : id })
    } finally {
      await onMoved()
    }
  }
  return (
    <section class="card">
      <h2>{contacts.stage}</h2>
      <p>
        <strong>{shown?.name ?? ''}</strong>
      </p>
      <p class="muted">
        {of.stage_by === 'hand' ? contacts.byHand : contacts.byRule[of.auto_kind]}
      </p>
      {may('write') && !person.erased && stages.length > 0 ? (
        <SavedChoice
          label={contacts.move}
          value={of.stage_by === 'hand' ? person.stage_id : ''}
          choices={[
            ['', contacts.toRule] as const,
            ...stages.map(({ id, name }) => [id, name] as const),
          ]}
          onSave={move}
        />
      ) : null}
    </section>
  )
}
