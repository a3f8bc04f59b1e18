import { type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'

const ONLY_ADMINS = { $r: '$admins', $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' }

/** Has a server with TLS refuse every call without the login of an administrator, which the client needs for this. */
export async function serveOnlyAdmins(client: EventStoreDBClient): Promise<void> {
  const data = { $userStreamAcl: ONLY_ADMINS, $systemStreamAcl: ONLY_ADMINS }
  await client.appendToStream('$settings', jsonEvent({ type: 'update-default-acl', data }))
}
