import { createSeededRandom } from './seeded-random.ts'

const SAMPLE_RATE = 22_050
const BEATS = 8
/** Semitones of the pentatonic scale that Andean music uses. */
const PENTATONIC = [0, 3, 5, 7, 10, 12, 15]
const LOWEST_HZ = 196

/** Synthesizes two bars of plucked strings as WAV (mono, 16 bits). The same name gives the same file. */
export function synthesizeWav(name: string, beatsPerMinute: number): Uint8Array {
  const random = createSeededRandom(name)
  const step = Math.round((SAMPLE_RATE * 60) / beatsPerMinute)
  const samples = new Float32Array(step * BEATS)
  for (let beat = 0; beat < BEATS; beat += 1) {
    const semitones = PENTATONIC[Math.floor(random() * PENTATONIC.length)]!
    addPluckedString(samples, beat * step, LOWEST_HZ * 2 ** (semitones / 12), random)
  }
  return encodeWav(samples)
}

/** Adds a plucked string by the Karplus-Strong algorithm: a delay line smooths a burst of noise into a tone. */
function addPluckedString(
  into: Float32Array,
  start: number,
  hertz: number,
  random: () => number,
): void {
  const loop = Float32Array.from(
    { length: Math.round(SAMPLE_RATE / hertz) },
    () => random() * 2 - 1,
  )
  for (let index = 0; start + index < into.length; index += 1) {
    const at = index % loop.length
    const value = loop[at]!
    loop[at] = (value + loop[(at + 1) % loop.length]!) * 0.4985
    into[start + index] = into[start + index]! + value * 0.3
  }
}

function encodeWav(samples: Float32Array): Uint8Array {
  const bytes = samples.length * 2
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes, 40)
  for (const [index, sample] of samples.entries())
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + index * 2)
  return file
}
