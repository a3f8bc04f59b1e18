import type { Fact } from '@recado/domain/decision'
import type { SealedFor } from '@recado/infra/sealing/jwe'
import { isSealed, openData, sealData } from '@recado/infra/sealing/sealed-fact'
import type { Pseudonym } from '@recado/infra/sealing/stand-in'

const PARTS = ['kept', 'said'] as const

/** The stored form of a fact, with both parts sealed under one key. */
export function sealedWhole(fact: Fact, of: SealedFor, key: Buffer, pseudonym: Pseudonym): object {
  return PARTS.reduce(
    (data, part) => sealData({ type: fact.type, data }, part, of, key, pseudonym),
    fact.data,
  )
}

/** The true data of a stored fact. */
export function openedWhole(stored: object, of: SealedFor, key: Buffer): object {
  return PARTS.reduce(
    (data, part) => (isSealed(data, part) ? openData(data, part, of, key) : data),
    stored,
  )
}
