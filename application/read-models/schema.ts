/**
 * The Postgres schema of the read models. Raise the number with any change of a table: schemas are refilled, not
 * migrated.
 */
export const READ_SCHEMA = 'read_25'
