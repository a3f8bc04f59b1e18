/** undefined_table */
const MISSING = '42P01'

/** The rows of a query; none while its table is missing, because the process that fills it creates it on start. */
export async function rowsIfMade<Row>(asked: Promise<{ rows: Row[] }>): Promise<readonly Row[]> {
  try {
    return (await asked).rows
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === MISSING) return []
    throw error
  }
}
