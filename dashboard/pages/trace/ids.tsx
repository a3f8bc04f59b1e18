import type { MessageTrace } from '@recado/contract/dashboard/trace'
import { CopyId } from '../../parts/copy.tsx'
import { text } from '../../text/choose.ts'

/** All ids of a message: ours, the provider's, and the caller's. */
export function Ids({ trace: { subject, steps } }: { trace: MessageTrace }) {
  const step = steps.find(({ kind }) => kind === 'request')
  const request = step?.kind === 'request' ? step : null
  const names = [
    ['ID', subject.id],
    ['Log', subject.log_id === null ? null : String(subject.log_id)],
    ['WhatsApp', providerId(steps)],
    [text().live.request, request?.request_id],
    ['Idempotency-Key', request?.idempotency_key],
  ] as const
  return (
    <dl class="facts small">
      {names.map(([label, value]) =>
        value ? (
          <>
            <dt>{label}</dt>
            <dd>
              <CopyId value={value} label={label} />
            </dd>
          </>
        ) : null,
      )}
    </dl>
  )
}

/** The provider's id, from the first step that has it. */
function providerId(steps: MessageTrace['steps']): string | null {
  for (const step of steps) {
    const { provider_message_id: id } = 'data' in step ? step.data : {}
    if (typeof id === 'string') return id
  }
  return null
}
