/** The SQL state undefined_table. */
const UNDEFINED_TABLE = '42P01'

/** The rows of a query; none while its table is missing, because the process that fills it creates it on start. */
export async function rowsIfTableExists<Row>(
  query: Promise<{ rows: Row[] }>,
): Promise<readonly Row[]> {
  try {
    return (await query).rows
  } catch (error) {
    if (isTableMissing(error)) return []
    throw error
  }
}

/** Whether a query failed because its table is missing, as before the first start of the process that creates it. */
export function isTableMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE
}
