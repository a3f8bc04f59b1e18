import type { Translation } from '@recado/contract/dashboard/translation'
import { Folded } from '../../parts/folded.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'
import { factSentence } from '../../text/fact-sentence.ts'
import { kindText } from './differences.tsx'

type Fact = Translation['recorded'][number]

/** The recorded facts, each with its differences. */
export function Recorded({ of }: { of: Translation }) {
  const { raw } = text()
  return (
    <section>
      <h2>{raw.recorded}</h2>
      {of.recorded.length === 0 ? <p class="muted">{raw.nothingRecorded}</p> : null}
      {of.recorded.map((fact) => (
        <RecordedFact key={fact.event_id} fact={fact} of={of} />
      ))}
    </section>
  )
}

function RecordedFact({ fact, of }: { fact: Fact; of: Translation }) {
  const { raw, trace } = text()
  const own = of.differences.filter(
    ({ event_id, verdict }) => event_id === fact.event_id && verdict === 'difference',
  )
  const messageId = /^message-(.+)$/.exec(fact.stream)?.[1]
  return (
    <article id={fact.event_id} class={own.length > 0 ? 'card reason' : 'card'}>
      <strong class="break">{factSentence(fact)}</strong>
      <p class="muted small">
        <code>{fact.type}</code> · <Time at={fact.recorded_at} />
        {fact.translation_version === of.translation_version
          ? null
          : ` · ${raw.reading(fact.translation_version)}`}
      </p>
      <p class="links small">
        <a href={`/dashboard/facts/${fact.position}`}>
          {trace.position} {fact.position}
        </a>
        {messageId === undefined ? null : (
          <a href={`/dashboard/messages/${messageId}`}>{raw.toTrace}</a>
        )}
      </p>
      {own.map(({ what }) => (
        <p class="error small" key={what}>
          {kindText(what)}
        </p>
      ))}
      <Folded label={trace.details} value={fact.data} isOpen={own.length > 0} />
    </article>
  )
}
