import { PROVIDERS } from '@recado/infra/providers/providers'
import { projectionsOf } from '@recado/projectors/projections'
import { PERSON_IDS } from './person-ids.ts'

/** All projections, for tests that have no vault. */
export const projections = projectionsOf(PROVIDERS, PERSON_IDS)
