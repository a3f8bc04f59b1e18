import type { Lane, MessageTrace, TraceStep } from '@recado/contract/dashboard/trace'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'
import { sentenceOf } from './sentence.ts'

const LANES: readonly Lane[] = ['you', 'recado', 'whatsapp', 'your_webhook']

/** The steps in order of time, each in the lane of the side on which it happened. */
export function Steps({ trace, isUnfolded }: { trace: MessageTrace; isUnfolded: boolean }) {
  const because = new Set(trace.why?.because)
  const { lanes } = text().trace
  return (
    <div class="lanes">
      <div class="lane-heads" aria-hidden="true">
        <span />
        {LANES.map((lane) => (
          <span key={lane}>{lanes[lane]}</span>
        ))}
      </div>
      <ol>
        {trace.steps.map((step) => (
          <Step key={step.key} step={step} isReason={because.has(step.key)} isOpen={isUnfolded} />
        ))}
      </ol>
    </div>
  )
}

function Step(props: { step: TraceStep; isReason: boolean; isOpen: boolean }) {
  const { step, isReason, isOpen } = props
  const { lanes, state, details } = text().trace
  const statuses: Readonly<Record<string, string>> = text().statuses
  return (
    <li id={step.key} class={`step ${step.lane}${isReason ? ' reason' : ''}`}>
      <Time at={step.kind === 'status' ? step.recorded_at : step.at} precise />
      <div class="what">
        <p>
          <span class="lane-name">{lanes[step.lane]}</span>
          <strong>{sentenceOf(step)}</strong>
        </p>
        <p class="muted small">
          <Aside step={step} />
          {step.state === null ? null : (
            <>
              {' · '}
              {state}: {statuses[step.state] ?? step.state}
            </>
          )}
        </p>
        <details open={isOpen}>
          <summary>{details}</summary>
          <pre>{JSON.stringify(step, null, 2)}</pre>
        </details>
      </div>
    </li>
  )
}

/** The line below the sentence: position, actor, duration or target. */
function Aside({ step }: { step: TraceStep }) {
  const { trace, deliveries, why } = text()
  switch (step.kind) {
    case 'request':
      return <>{step.actor.name ?? trace.actors[step.actor.type]}</>
    case 'fact':
      return (
        <>
          {trace.position} {step.position} · {trace.actor}{' '}
          {step.actor.name ?? trace.actors[step.actor.type]}
        </>
      )
    case 'provider_call':
      return <>{step.took_ms === null ? '' : `${trace.took} ${deliveries.took(step.took_ms)}`}</>
    case 'status':
      return (
        <>
          {trace.position} {step.position} · {trace.clock} <Time at={step.at} precise />
          {step.raw_event_id === null ? null : (
            <>
              {' · '}
              <a href={`/dashboard/raw/${step.raw_event_id}`}>{trace.raw}</a>
            </>
          )}
        </>
      )
    case 'delivery':
      return (
        <a href={`/dashboard/deliveries/${step.delivery_id}`} class="line" title={step.target_url}>
          {step.target_url}
        </a>
      )
    case 'attempt':
      return (
        <>
          <a href={`/dashboard/deliveries/${step.delivery_id}`}>
            {step.event} · {trace.took} {deliveries.took(step.took_ms)}
          </a>
          {step.failure === null ? null : ` · ${why.failure(step)}`}
        </>
      )
  }
}
