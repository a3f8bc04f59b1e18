import { randomBytes } from 'node:crypto'
import type { DemoUser } from '@recado/contract/demo-file'

type Call = (path: string, body: object) => Promise<Record<string, string>>

/**
 * Invites an owner of an account, and sets the password as the page would.
 * @param call the operator's API
 */
export async function addDashboardUser(
  call: Call,
  publicUrl: string,
  { id }: { readonly id: string },
  email: string,
): Promise<DemoUser> {
  const invited = await call(`/accounts/${id}/users`, { email, name: 'Demo', role: 'owner' })
  const token = new URL(invited.setup_url ?? '').hash.slice(1)
  const password = randomBytes(12).toString('base64url')
  const answer = await fetch(`${publicUrl}/dashboard/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token, password }),
  })
  if (!answer.ok) throw new Error(`seeding: the setup of ${email} answered ${answer.status}`)
  return { email, password }
}
