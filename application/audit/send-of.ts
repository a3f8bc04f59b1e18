import type pg from 'pg'

/** The id of our send that the read models know under the id of a provider message's stream. */
export async function sendOf(
  pool: Pick<pg.Pool, 'query'>,
  providerMessageId: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ message_id: string | null }>(
    'select message_id from provider_messages where id = $1',
    [providerMessageId],
  )
  return rows[0]?.message_id ?? null
}
