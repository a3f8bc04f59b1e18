import type { ConnectionHealth } from '@recado/contract/connection-health'
import { MetaWord } from '../../parts/meta-word.tsx'
import { text } from '../../text/choose.ts'

/** How an official number is, and why where it cannot send all it wants to. */
export function Health({ health }: { health: ConnectionHealth }) {
  const { facts } = text().numbers
  const { can_send_message, entities } = health.health_status
  return (
    <>
      <dl class="facts">
        <Word name={facts.can_send} value={can_send_message} />
        <Word name={facts.quality} value={health.quality_rating} />
        <dt>{facts.name}</dt>
        <dd class="break">{health.verified_name ?? '–'}</dd>
        <Word name={facts.limit} value={health.messaging_limit_tier} />
        <Word name={facts.throughput} value={health.throughput.level} />
        <Word name={facts.verification} value={health.code_verification_status} />
      </dl>
      {entities.filter(isHeld).map((entity, n) => (
        <p class="notice warn break" key={n}>
          <MetaWord value={String(entity.entity_type)} />:{' '}
          {reasonsOf(entity).join(' ') || <MetaWord value={String(entity.can_send_message)} />}
        </p>
      ))}
    </>
  )
}

function Word({ name, value }: { name: string; value: string | null }) {
  return (
    <>
      <dt>{name}</dt>
      <dd class="break">{value === null ? '–' : <MetaWord value={value} />}</dd>
    </>
  )
}

type Entity = Readonly<Record<string, unknown>>

function isHeld({ can_send_message }: Entity): boolean {
  return can_send_message === 'LIMITED' || can_send_message === 'BLOCKED'
}

/** What Meta tells of it, in its own sentences. */
function reasonsOf({ additional_info, errors }: Entity): readonly string[] {
  const told = [additional_info, errors].flat()
  return told.flatMap((one) => {
    if (typeof one === 'string') return [one]
    const { error_code, error_description, possible_solution } = Object(one)
    return [error_code, error_description, possible_solution].filter(Boolean).map(String)
  })
}
