import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { Download } from '#web/ui/icons/download.tsx'
import { QrImage, encodeQr } from './qr-image.tsx'

/**
 * The side length in pixels of one square (module) of the saved QR code. It is large enough to print the code on a
 * flyer.
 */
const MODULE_PX = 24

/** Shows a URL as a QR code, with a button that saves it as an image. */
export default function QrCode({ url, fileName }: { url: string; fileName: string }) {
  return (
    <div className="grid justify-items-center gap-4 sm:flex sm:items-center sm:gap-6">
      <QrImage text={url} label={m.share_qr_label({ url })} />
      <div className="grid justify-items-center gap-3 text-center sm:justify-items-start sm:text-left">
        <p className="max-w-[22em] text-small text-soft">{m.share_qr_text()}</p>
        <Button
          kind="ghost"
          size="small"
          icon={<Download aria-hidden size={17} />}
          onClick={() => savePng(encodeQr(url).data, fileName)}
        >
          {m.share_qr_save()}
        </Button>
      </div>
    </div>
  )
}

function savePng(modules: boolean[][], fileName: string): void {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules.length * MODULE_PX
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#1e1916'
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries())
      if (dark) context.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX)
  const link = document.createElement('a')
  link.download = `${fileName}.png`
  link.href = canvas.toDataURL('image/png')
  link.click()
}
