import { profileOf } from '@recado/infra/providers/graph-api/business-profile'
import { numberHealth } from '@recado/infra/providers/graph-api/read-health'
import { readResult } from '@recado/infra/providers/graph-api/read-result'
import { test } from 'tap'

test('the limit of the portfolio is preferred to the deprecated one of the number', async (t) => {
  const tier = (told: Record<string, unknown>) => numberHealth(told).messaging_limit_tier
  const both = {
    whatsapp_business_manager_messaging_limit: 'TIER_10K',
    messaging_limit_tier: 'TIER_1K',
  }
  t.equal(tier(both), 'TIER_10K')
  t.equal(tier({ messaging_limit_tier: 'TIER_1K' }), 'TIER_1K')
  t.equal(tier({}), null)
})

test('missing fields are null, and unexpected ones break nothing', async (t) => {
  const empty = {
    display_phone_number: null,
    verified_name: null,
    quality_rating: null,
    platform_type: null,
    code_verification_status: null,
    messaging_limit_tier: null,
    throughput: { level: null },
    health_status: { can_send_message: null, entities: [] },
  }
  t.same(numberHealth({}), empty)
  t.same(
    numberHealth({ throughput: 'x', health_status: { entities: 'none' }, verified_name: {} }),
    {
      ...empty,
    },
  )
})

test('both forms of a profile are read', async (t) => {
  const profile = { about: 'Oi', vertical: 'SOMETHING_NEW', websites: ['https://a.example'] }
  const read = {
    about: 'Oi',
    address: null,
    description: null,
    email: null,
    vertical: 'SOMETHING_NEW',
    websites: ['https://a.example'],
    profile_picture_url: null,
  }
  t.same(profileOf({ data: [profile] }), read)
  t.same(profileOf({ data: [{ business_profile: profile }] }), read)
  t.same(profileOf({}), { ...read, about: null, vertical: null, websites: [] })
})

const meta = (code: number, message = 'said') => JSON.stringify({ error: { code, message } })
const results: readonly (readonly [string, number, string, string, string | undefined])[] = [
  ['an answer', 200, '{"success":true}', 'ok', undefined],
  ['a wrong parameter', 400, meta(100), 'refused', 'invalid'],
  ['a code nobody told us of', 400, meta(999_999), 'refused', 'invalid'],
  ['one on a 5xx', 500, meta(999_999), 'failed', 'unknown'],
  ['a token that is not taken', 401, meta(190), 'failed', 'auth'],
  ['a limit', 400, meta(80007), 'failed', 'throttle'],
  ['an outage', 503, meta(2), 'failed', 'retry'],
  ['a page of a proxy', 502, '<html>', 'failed', 'unknown'],
  ['an error without a code on 200', 200, '{"error":{"message":"down"}}', 'failed', 'unknown'],
  ['an error that is a text on 200', 200, '{"error":"down","data":[]}', 'failed', 'unknown'],
  ['nothing on 200', 200, '', 'failed', 'unknown'],
  ['nothing on 404', 404, '', 'refused', 'invalid'],
]
for (const [what, status, body, kind, errorClass] of results) {
  test(`${what} is ${kind}`, async (t) => {
    const result = readResult({ status, body })
    t.equal(result.kind, kind)
    t.equal(result.kind === 'ok' ? undefined : result.error.class, errorClass)
  })
}

test('a token that Meta repeats goes no further', async (t) => {
  const result = readResult({ status: 401, body: meta(190, 'Malformed token EAAGm0PX4ZCps8BA') })
  t.match(result, { error: { title: 'Malformed token (token)' } })
})
