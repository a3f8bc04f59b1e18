/**
 * The Postgres schema of the read models. A change of any table raises the number: the new schema is filled
 * from the log, never migrated.
 */
export const READ_SCHEMA = 'read_12'
