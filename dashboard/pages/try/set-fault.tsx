import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Choice } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

/** Common faults, as the simulators' API takes them. */
const FAULTS = {
  absent: { kind: 'failed_status', code: 131_026 },
  closed: { kind: 'failed_status', code: 131_047 },
  throttled: { kind: 'error', code: 130_429 },
  refused: { kind: 'error', code: 131_008 },
  broken: { kind: 'http', status: 503 },
  silent: { kind: 'reset', accept: true },
  slow: { kind: 'slow', ms: 5_000 },
} as const

type Fault = keyof typeof FAULTS
const NAMES = Object.keys(FAULTS) as Fault[]

/** Makes the next send fail in a chosen way. */
export function SetFault({ connectionId }: { connectionId: string }) {
  const [fault, setFault] = useState<Fault>('absent')
  const [isSet, setSet] = useState(false)
  const { tryIt } = text()
  const set = async () => {
    await call('POST', '/simulate/fault', { connection_id: connectionId, ...FAULTS[fault] })
    setSet(true)
  }
  return (
    <section class="card">
      <h2>{tryIt.fault}</h2>
      <p class="muted">{tryIt.faultMore}</p>
      <Form submit={tryIt.faultNow} onSubmit={set}>
        <Choice
          label={tryIt.which}
          value={fault}
          choices={NAMES.map((one) => [one, tryIt.faults[one]] as const)}
          onChange={(one) => {
            setFault(one)
            setSet(false)
          }}
        />
      </Form>
      <p role="status">
        {isSet ? (
          <>
            {tryIt.faultSet}{' '}
            <a href={`/dashboard/conversations?connection_id=${connectionId}`}>{tryIt.toSend}</a>
          </>
        ) : null}
      </p>
    </section>
  )
}
