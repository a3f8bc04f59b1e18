import { createHmac } from 'node:crypto'
import type { TestConnection } from '../kit/tenants.ts'
import { graphPost } from '../translation/graph-post.ts'

const PEOPLE = 40

/** The phone of one of 40 people. */
export function person(n: number): string {
  return `55119870000${10 + (n % PEOPLE)}`
}

/** Text messages of a person as Meta posts them, signed. */
export function hookPost(connection: TestConnection, ids: readonly string[], n: number) {
  const { phone_number_id, phone_number_digits: display_phone_number, app_secret } = connection
  const from = person(n)
  const messages = ids.map((id) => ({
    ...{ from, from_user_id: `BR.${from}`, id, timestamp: '1767225599' },
    ...{ type: 'text', text: { body: id } },
  }))
  const value = {
    metadata: { phone_number_id, display_phone_number },
    contacts: [{ profile: { name: 'Ana' }, wa_id: from, user_id: `BR.${from}` }],
    messages,
  }
  const body = JSON.stringify(graphPost(value))
  const hmac = createHmac('sha256', app_secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${hmac}` }
  return { body, headers }
}
