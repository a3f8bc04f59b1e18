import { textsPost } from '../kit/meta-post.ts'
import type { TestConnection } from '../kit/tenants.ts'

const PEOPLE = 40

/** The phone of one of 40 people. */
export function person(n: number): string {
  return `55119870000${10 + (n % PEOPLE)}`
}

/** Text messages of a person as Meta posts them, signed. */
export function hookPost(connection: TestConnection, ids: readonly string[], n: number) {
  const { payload: body, headers } = textsPost(connection, person(n), ids)
  return { body, headers }
}
