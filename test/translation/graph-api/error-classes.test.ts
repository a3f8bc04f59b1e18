import { readAnswer } from '@recado/infra/providers/graph-api/read-answer'
import { test } from 'tap'

/** Code, HTTP status and class as Meta documents them; sends with a `retry` or `throttle` error are repeated later. */
const table: readonly (readonly [codes: readonly number[], http: number, errorClass: string])[] = [
  [[0, 190], 401, 'auth'],
  [[3], 500, 'auth'],
  [[10, 200, 250, 299, 131005], 403, 'auth'],
  [[33, 100, 1], 400, 'invalid'],
  [[2], 503, 'retry'],
  [[131000, 131016, 133004, 131057], 500, 'retry'],
  [[4, 80007, 130429, 131056, 131048, 131064, 133016, 132069], 400, 'throttle'],
  [[368, 131031, 130497], 403, 'blocked'],
  [[131037, 131042, 131045, 131063, 132015, 132016, 132068], 400, 'blocked'],
  [[133000, 133005, 133006, 133007, 133008, 133009, 133010, 133015], 400, 'blocked'],
  [[130472, 131026, 131049, 131050], 400, 'undeliverable'],
  [[131008, 131009, 131021, 131030, 131051, 131062], 400, 'invalid'],
  [[132000, 132005, 132007, 132008, 132012, 132018, 134011, 135000], 400, 'invalid'],
  [[132001], 404, 'invalid'],
  [[131047], 400, 'window_closed'],
  [[131052, 131053], 400, 'media'],
  [[137000], 400, 'identity_changed'],
]

const body = (code: number) =>
  JSON.stringify({
    error: {
      message: `(#${code}) No`,
      code,
      error_data: { messaging_product: 'whatsapp', details: 'why' },
    },
  })

for (const [codes, status, errorClass] of table)
  for (const code of codes)
    test(`${code} is ${errorClass}`, async (t) => {
      const outcome = readAnswer({ to: '+1' }, { status, body: body(code) }, 1)
      const later = errorClass === 'retry' || errorClass === 'throttle'
      t.equal(outcome.outcome, later ? 'later' : 'refused')
      t.match(outcome, {
        error: { code, class: errorClass, title: `(#${code}) No`, details: 'why' },
      })
    })

test('the pair rate limit waits 4^n seconds', async (t) => {
  const waits = [1, 2, 3, 4].map((attempt) => {
    const outcome = readAnswer({}, { status: 400, body: body(131056) }, attempt)
    return outcome.outcome === 'later' ? outcome.retry_after_ms : null
  })
  t.same(waits, [1_000, 4_000, 16_000, 64_000])
})

test('only the throughput of the number slows the number down', async (t) => {
  for (const [code, slows_number] of [
    [130429, true],
    [131056, undefined],
    [80007, undefined],
  ] as const) {
    const outcome = readAnswer({}, { status: 400, body: body(code) }, 1)
    t.equal(outcome.outcome === 'later' && outcome.slows_number, slows_number, `${code}`)
  }
})

test('a spam limit waits for hours', async (t) => {
  const outcome = readAnswer({}, { status: 400, body: body(131048) }, 1)
  t.ok(outcome.outcome === 'later' && outcome.retry_after_ms >= 3_600_000)
})

test('an ambiguous response leaves the outcome unknown', async (t) => {
  const unclear = [
    { status: 500, body: '' },
    { status: 502, body: '<html>Bad gateway</html>' },
    { status: 500, body: body(999_999) },
    { status: 200, body: '{}' },
    { status: 200, body: 'cut of' },
    { status: 302, body: '' },
  ]
  for (const answer of unclear) t.equal(readAnswer({}, answer, 1).outcome, 'unknown', answer.body)
})

test('a 4xx is a refusal even without a body, and 429 defers the send', async (t) => {
  t.match(readAnswer({}, { status: 404, body: '' }, 1), {
    outcome: 'refused',
    error: { code: 'http_404', class: 'invalid' },
  })
  t.match(readAnswer({}, { status: 401, body: '' }, 1), { error: { class: 'auth' } })
  t.match(readAnswer({}, { status: 400, body: body(999_999) }, 1), { error: { class: 'invalid' } })
  t.equal(readAnswer({}, { status: 429, body: '' }, 1).outcome, 'later')
})

test("an acceptance has the provider's ids", async (t) => {
  const answer = {
    messaging_product: 'whatsapp',
    contacts: [{ input: '+5531987654321', wa_id: '553187654321' }],
    messages: [{ id: 'wamid.A' }],
  }
  const outcome = readAnswer({}, { status: 200, body: JSON.stringify(answer) }, 1)
  t.same(outcome, {
    outcome: 'accepted',
    provider_message_id: 'wamid.A',
    wa_id: '553187654321',
    business_scoped_user_id: null,
    request: {},
    answer,
  })
})
