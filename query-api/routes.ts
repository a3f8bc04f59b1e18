import type { ApiRoute } from '@recado/infra/http/api-route'
import type { QueryDeps } from './deps.ts'
import { openapiRoute } from './openapi-route.ts'

/** Every query route, in documentation order. */
export const queryRoutes: readonly ApiRoute<QueryDeps>[] = [openapiRoute]
