import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientAddresses } from './bounds/client-address.ts'
import { endWith } from './broken-http.ts'
import { HttpProblem } from './http-problem.ts'

/** Bounds of bodies from senders who are not authenticated yet: bytes, and the time of one body. */
export type HeldBodies = {
  readonly inAll: number
  readonly ofOneAddress: number
  readonly withinMs: number
  readonly trustedProxies: readonly string[]
}

export type Watch = (scope: FastifyInstance) => void

type Body = { readonly request: IncomingMessage; readonly address: string; length: number }

/**
 * One budget for bodies whose sender is proven only by their last byte (a signature). Over it the oldest unfinished
 * body is broken off, so senders who stop midway displace each other, not those who finish.
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
      // The parser of the body attaches in the same tick, so no data is lost between the two.
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
  /** Breaks off the oldest unfinished body that fits. @returns false when there is none */
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
      const isNear = ({ address }: Body) => address === body.address
      while ((ofAddress.get(body.address) ?? 0) > ofOneAddress && makeRoom(isNear));
      while (total > inAll && makeRoom(() => true));
    },
    end,
  }
}
