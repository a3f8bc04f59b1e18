import { personIds } from '@recado/application/person-ids'

/** Ids of persons for tests that have no vault. */
export const PERSON_IDS = personIds(Buffer.alloc(32, 7))
