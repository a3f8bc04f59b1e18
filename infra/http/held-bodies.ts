import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientAddresses } from './bounds/client-address.ts'
import { endWith } from './broken-http.ts'
import { HttpProblem } from './http-problem.ts'

/** What bodies may hold that nobody has vouched for yet, in bytes, and how long one may take. */
export type HeldBodies = {
  readonly inAll: number
  readonly ofOneAddress: number
  readonly withinMs: number
  readonly trustedProxies: readonly string[]
}

/** Watches the bodies of a scope's routes. */
export type Watch = (scope: FastifyInstance) => void

type Body = { readonly request: IncomingMessage; readonly address: string; length: number }

/**
 * One budget for bodies whose sender is known only by their last byte. Over it the one longest on its way is broken
 * off: senders who stop midway drive out each other, not one who sends all.
 */
export function watchHeldBodies({ withinMs, trustedProxies, ...most }: HeldBodies): Watch {
  const addresses = clientAddresses(trustedProxies)
  const held = heldWithin(most)
  return (scope) => {
    scope.addHook('preParsing', (request, reply, payload, done) => {
      const peer = addresses.ofPeer(request.socket.remoteAddress)
      const address = peer ?? addresses.ofForwarded(request.raw) ?? ''
      const body = held.begin(request.raw, address)
      const late = setTimeout(() => request.raw.complete || breakOff(request.raw), withinMs)
      // Whoever reads the body listens within this same turn: nothing flows before.
      payload.on('data', (chunk: Buffer) => held.grow(body, chunk.length))
      reply.raw.once('close', () => {
        clearTimeout(late)
        held.end(body)
      })
      done(null, payload)
    })
  }
}

function breakOff({ socket }: IncomingMessage): void {
  endWith(socket, new HttpProblem(408, 'invalid_body', 'the body came too slowly'))
}

/** All bodies under way, in the order in which they began, and their bytes. */
function heldWithin({ inAll, ofOneAddress }: Pick<HeldBodies, 'inAll' | 'ofOneAddress'>) {
  const held = new Set<Body>()
  const ofAddress = new Map<string, number>()
  let total = 0
  const count = (body: Body, bytes: number): void => {
    const sum = (ofAddress.get(body.address) ?? 0) + bytes
    if (sum === 0) ofAddress.delete(body.address)
    else ofAddress.set(body.address, sum)
    body.length += bytes
    total += bytes
  }
  const end = (body: Body): void => {
    if (held.delete(body)) count(body, -body.length)
  }
  /** Answers whether one could go. */
  const makeRoom = (goes: (body: Body) => boolean): boolean => {
    for (const body of held) {
      if (body.request.complete || !goes(body)) continue
      end(body)
      body.request.destroy()
      return true
    }
    return false
  }
  return {
    begin(request: IncomingMessage, address: string): Body {
      const body = { request, address, length: 0 }
      held.add(body)
      return body
    },
    grow(body: Body, bytes: number): void {
      if (!held.has(body)) return
      count(body, bytes)
      const near = ({ address }: Body) => address === body.address
      while ((ofAddress.get(body.address) ?? 0) > ofOneAddress && makeRoom(near));
      while (total > inAll && makeRoom(() => true));
    },
    end,
  }
}
