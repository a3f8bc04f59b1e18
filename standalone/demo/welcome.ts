import { join } from 'node:path'
import type { DemoAccount } from '@recado/contract/demo-file'
import { officialNumbers } from './seed.ts'

/** The text printed once everything runs: addresses, a key, and commands to try. */
export function welcomeText(
  publicUrl: string,
  graphUrl: string,
  dataDir: string,
  accounts: readonly DemoAccount[],
): string {
  const [account] = accounts
  const [number] = officialNumbers(accounts)
  const base = `${publicUrl}/api/v1`
  const key = `-H 'Authorization: Bearer ${account?.api_key}'`
  const json = `-H 'Content-Type: application/json'`
  const message = JSON.stringify({
    connection_id: number?.id,
    recipient: { phone: '+5531987654321' },
    type: 'text',
    text: 'Hello',
  })
  const fromUser = JSON.stringify({
    phone_number_id: number?.phone_number_id,
    text: { body: 'Oi' },
  })
  return `
Recado is ready.

  API            ${base}
  API key        ${account?.api_key}
  Documentation  ${publicUrl}/docs
  Dashboard      ${publicUrl}/dashboard
  Sign in        ${account?.dashboard?.email}  ${account?.dashboard?.password}

Try:

  curl ${key} ${base}/connections
  curl ${key} ${json} ${base}/messages -d '${message}'
  curl ${key} ${base}/conversations

A user writes to you:

  curl ${json} ${graphUrl}/_sim/users/5531987654321/messages -d '${fromUser}'

Everything else is in ${join(dataDir, 'demo.json')}. Ctrl-C stops it; the data stays in that folder.
`
}
