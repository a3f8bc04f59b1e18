import type { ConnectionHealth } from '@recado/contract/connection-health'
import { MetaWord } from '../../parts/meta-word.tsx'
import { text } from '../../text/choose.ts'

/** The health of an official number, and the reasons for its limits. */
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
      {entities.filter(isLimited).map((entity, n) => (
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

function isLimited({ can_send_message }: Entity): boolean {
  return can_send_message === 'LIMITED' || can_send_message === 'BLOCKED'
}

/** Meta's own sentences about the entity. */
function reasonsOf({ additional_info, errors }: Entity): readonly string[] {
  const reasons = [additional_info, errors].flat()
  return reasons.flatMap((one) => {
    if (typeof one === 'string') return [one]
    const { error_code, error_description, possible_solution } = Object(one)
    return [error_code, error_description, possible_solution].filter(Boolean).map(String)
  })
}
