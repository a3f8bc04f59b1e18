import type { FastifyInstance } from 'fastify'
import { unavailable } from './http-problem.ts'

/** Whether a process may serve, and what `/readyz` says while it may not. */
export type Gate = { isOpen(): boolean }

const CLOSED =
  'a restore has brought back persons that were erased: nothing is served until they are erased again'

/** Answers 503 below these prefixes while the gate is closed. What providers post is accepted, or it would be lost. */
export function closedUntil(app: FastifyInstance, gate: Gate, prefixes: readonly string[]): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!gate.isOpen() && prefixes.some((prefix) => url.startsWith(prefix)))
      throw unavailable(CLOSED)
  })
}

/** A check for `/readyz`. */
export async function checkOpen(gate: Gate): Promise<true | string> {
  return gate.isOpen() || CLOSED
}
