import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { exportMatters } from './export.ts'
import { getMatterImport, listMatterImports, previewMatterImport, startMatterImport } from './imports.ts'
import { downloadMatterImport } from './result.ts'

export const matterImportHandlers = (services: Services) =>
  ({
    'GET /api/matters/export': { kind: 'raw', run: (raw, { query }) => exportMatters(raw, query) },
    'GET /api/matter-imports': { kind: 'read', run: listMatterImports },
    'POST /api/matter-imports': {
      kind: 'raw',
      run: (raw, input) => startMatterImport(services, raw, input),
    },
    'POST /api/matter-imports/preview': { kind: 'raw', run: previewMatterImport },
    'GET /api/matter-imports/:importId': {
      kind: 'read',
      run: (ctx, { params }) => getMatterImport(ctx, params.importId),
    },
    'GET /api/matter-imports/:importId/result': {
      kind: 'raw',
      run: (raw, { params }) => downloadMatterImport(raw, params.importId),
    },
  }) satisfies Partial<Handlers>
