import { raw, type Statement, sql } from './sql.ts'

/**
 * Condition that a row found by its own key is the account's. Written so that no index can serve it: a plan made on
 * an empty table could otherwise choose an account index over the key, and would scan it until someone analyses the
 * table.
 */
export function belongsTo(accountId: string, column = 'account_id'): Statement {
  return sql`(${raw(column)} = ${accountId}) is true`
}
