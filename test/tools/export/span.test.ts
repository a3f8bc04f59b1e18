import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { spanOf } from '@recado/tools/export/span'
import { test } from 'tap'

test('exports whose bounds meet have each fact once', async (t) => {
  const at = '2026-01-02T00:00:00.000Z'
  const event = { position: 5n, created: at, metadata: { recorded_at: at, account_id: null } }
  const verdict = (request: object) =>
    spanOf({
      request: { account: '', from: '', to: '', ...request },
      end_position: '9',
      begun: false,
    } as never)(event as unknown as RecordedEvent)
  t.equal(verdict({ to: at }), 'stop')
  t.equal(verdict({ from: at }), 'take')
})
