import { personIds } from '@recado/application/person-ids'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { projectionsOf } from '@recado/projectors/projections'

/** All projections, where no vault is measured. */
export const projections = projectionsOf(PROVIDERS, personIds(Buffer.alloc(32, 7)))
