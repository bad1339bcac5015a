import { isAway } from '../outbox/standing.ts'
import { ExportAccount } from './export-account.tsx'
import { ImportFile } from './import-file.tsx'

export const YourData = () => (
  <>
    <ExportAccount />
    <ImportFile />
    {isAway.value && <p class="quiet">You are offline. To export or import, you need a connection.</p>}
  </>
)
