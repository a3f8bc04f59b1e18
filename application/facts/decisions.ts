import type { DomainEvent } from '@recado/domain/personal-fields'
import type { PersonIds } from '../person-ids.ts'

/** What a decision is about, beside the intent that it follows from. An identity is named by the id of its claim. */
type About = 'intent' | Named
type Named = 'reading' | 'contact' | 'identity'
type Declared = { readonly about: About; readonly writes: readonly DomainEvent['type'][] }

/** An identity that is unlinked leaves its place to the next of its kind. */
const UNLINK = ['ContactIdentityUnlinked', 'ContactIdentityLinked'] as const

/**
 * Every decision that intake makes, and all that it may write. Whoever decides takes the ids of its facts from here, and
 * the audit accepts the facts that one of these may have written: a decision that is missing here does not compile, and
 * what one writes beyond its list is a surplus fact. The names are parts of ids: with another name, every fact stored so
 * far would look unexplained.
 */
const DECISIONS = {
  message: {
    about: 'intent',
    writes: [
      'MessageReceived',
      'MessageSentElsewhere',
      'MessageEdited',
      'MessageRevoked',
      'MessageContentReceived',
    ],
  },
  /** Corrects what an older version of the translation made of a message. */
  reading: { about: 'reading', writes: ['MessageRetranslated'] },
  importedMessage: { about: 'intent', writes: ['MessageImported', 'ImportedMediaReceived'] },
  status: { about: 'intent', writes: ['MessageStatusReported'] },
  call: { about: 'intent', writes: ['CallReceived'] },
  media: { about: 'intent', writes: ['MediaReceived'] },
  connection: {
    about: 'intent',
    writes: [
      'ConnectionNoticed',
      'ConnectionNumberLearned',
      'ConnectionStatusChanged',
      'HistoryProgressed',
      'HistoryDeclined',
    ],
  },
  conversation: { about: 'intent', writes: ['ConversationOpened'] },
  /** Something came late about an erased person. */
  erasure: { about: 'intent', writes: ['PersonalDataArrived'] },
  /** What a report shows of the contact itself. */
  contact: {
    about: 'intent',
    writes: [
      'ContactCreated',
      'ContactRenamed',
      'ContactIdentityLinked',
      'ContactIdentityUnlinked',
      'ContactIdentityConflict',
      'ContactSessionRecorded',
    ],
  },
  preference: { about: 'intent', writes: ['ContactMarketingPreferenceChanged'] },
  merge: { about: 'intent', writes: ['ContactMerged'] },
  /** Makes the contact of a claim exist. */
  create: { about: 'contact', writes: ['ContactCreated'] },
  /** A survivor takes over what this merged contact had. */
  adopt: {
    about: 'contact',
    writes: [
      'ContactIdentityLinked',
      'ContactRenamed',
      'ContactMovedToStage',
      'ContactMarketingPreferenceChanged',
      'ContactRestrictionChanged',
    ],
  },
  claim: { about: 'identity', writes: ['IdentityClaimed'] },
  /** A contact loses an identity to another person. */
  leave: { about: 'identity', writes: UNLINK },
  /** A claim goes from one contact to another. */
  move: { about: 'identity', writes: ['IdentityReleased', 'IdentityClaimed'] },
  /** The person of an identity has another one now. */
  replace: { about: 'identity', writes: ['IdentityReplaced'] },
  /** Ends a claim whose identity is not linked. */
  end: { about: 'identity', writes: ['IdentityReleased'] },
  /** Claims an identity again because it is linked. */
  hold: { about: 'identity', writes: ['IdentityClaimed'] },
  /** Unlinks an identity whose claim another contact has. */
  yield: { about: 'identity', writes: UNLINK },
} as const satisfies Readonly<Record<string, Declared>>

type Decision = keyof typeof DECISIONS

type DecisionAbout<Thing extends About> = {
  [Name in Decision]: (typeof DECISIONS)[Name]['about'] extends Thing ? Name : never
}[Decision]

declare const scope: unique symbol
/**
 * What the facts of one decision are about, as text in their ids. It holds nothing that can be guessed, such as a phone:
 * the ids of facts are not keyed.
 */
export type Scope = string & { readonly [scope]: true }

/** The scope of a decision about nothing but its intent. */
export function scopeOf(decision: DecisionAbout<'intent'>): Scope {
  return decision as string as Scope
}

/** The scope of a decision about a contact, about an identity by the id of its claim, or about a reading. */
export function scopeAbout(decision: DecisionAbout<Named>, id: string | number): Scope {
  return `${decision} ${id}` as Scope
}

/** The scope of a decision about an identity. */
export function identityScope(
  personIds: PersonIds,
  decision: DecisionAbout<'identity'>,
  identity: Parameters<PersonIds['claimId']>[0],
): Scope {
  return scopeAbout(decision, personIds.claimId(identity))
}

/** The scope of a decision about what the person gave, beside those about who the person is. */
export function givenScope(scope: Scope): Scope {
  return `given ${scope}` as Scope
}

/** Whether a decision of intake may write facts of a type. */
export function isWrittenByIntake(type: string): boolean {
  return Object.values<Declared>(DECISIONS).some(({ writes }) => isAmong(writes, type))
}

function isAmong(writes: readonly string[], type: string): boolean {
  return writes.includes(type)
}

/** What a decision may have been about: versions of readings, ids of contacts, ids of claims. */
export type MayBeAbout = Readonly<Record<Named, readonly (string | number)[]>>

/** The scopes of all decisions that may write a fact of a type, where they can only have been about these. */
export function scopesThatWrite(type: string, things: MayBeAbout): readonly Scope[] {
  const scopes = Object.entries<Declared>(DECISIONS).flatMap(([decision, { about, writes }]) => {
    if (!isAmong(writes, type)) return []
    return about === 'intent' ? [decision] : things[about].map((id) => `${decision} ${id}`)
  }) as Scope[]
  return [...scopes, ...scopes.map(givenScope)]
}
