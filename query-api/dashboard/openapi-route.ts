import { documentRoute } from '../document-route.ts'

/** The description of what the dashboard has besides the contract. */
export const dashboardOpenapiRoute = documentRoute(
  {
    operationId: 'getDashboardOpenapiDocument',
    url: '/dashboard-openapi.json',
    summary: 'Describe the routes of the dashboard in OpenAPI 3.1',
  },
  ({ dashboardOpenapi }) => dashboardOpenapi,
)
