import { isAway } from '../outbox/standing.ts'
import { ExportAccount } from '../transfer/export-account.tsx'
import { ImportFile } from '../transfer/import-file.tsx'

export const YourData = () => (
  <>
    <ExportAccount />
    <ImportFile />
    {isAway.value && <p class="quiet">You are offline. To export or import, you need a connection.</p>}
  </>
)
