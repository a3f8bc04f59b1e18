import { useLocation } from 'preact-iso'
import { call } from '../../api/client.ts'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

/** Simulates the scan of the number's code, then opens the number's page. */
export function ScanCode({ connectionId }: { connectionId: string }) {
  const { route } = useLocation()
  const { tryIt } = text()
  const scan = async () => {
    await call('POST', '/simulate/pair', { connection_id: connectionId })
    route(`/dashboard/connections/${connectionId}`)
  }
  return (
    <section class="card">
      <h2>{tryIt.scan}</h2>
      <Form submit={tryIt.scanNow} onSubmit={scan}>
        <p class="muted">{tryIt.scanMore}</p>
      </Form>
    </section>
  )
}
