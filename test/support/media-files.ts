/** Pictures and films for tests: whole ones of any size and length, without anything that is worth seeing. */
import { deflateSync } from 'node:zlib';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc = (bytes: Buffer): number =>
  (bytes.reduce((sum, byte) => crcTable[(sum ^ byte) & 0xff]! ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

export const pngChunk = (name: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc(named));
  return Buffer.concat([length, named, sum]);
};

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Bytes that no compression makes smaller. */
const noise = (bytes: number): Buffer => {
  const result = Buffer.alloc(bytes);
  let state = 88_172_645;
  for (let index = 0; index < bytes; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    result[index] = state >>> 24;
  }
  return result;
};

/** @param bytes - about how large the file is */
export const png = (width: number, height: number, bytes = 20_000): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(noise(bytes), { level: 0 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

/** @param more - segments before those of the picture, as cameras write them */
export const jpg = (width: number, height: number, bytes = 20_000, more: readonly Buffer[] = []): Buffer => {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const pixels = noise(bytes).map((byte) => (byte === 0xff ? 0xfe : byte));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    ...more,
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from(pixels),
    Buffer.from([0xff, 0xd9]),
  ]);
};

export const comment = (text: string): Buffer => segment(0xfe, Buffer.from(text, 'latin1'));

interface FilmOptions {
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  /** About how large it is. */
  readonly bytes?: number;
  readonly isMov?: boolean;
  /** Its header at its end, as cameras write it, or at its beginning; or most of it in fragments. */
  readonly fastStart?: false | 'in-memory' | 'fragmented';
}

/** An AVC decoder configuration that no one decodes with. */
export const AVC = Buffer.from('0164001fffe1001b6764001facd9405005bb011000000300100000030320f1831960', 'hex');

/** A film of a frame each second. */
export const film = async (options: FilmOptions = {}): Promise<Buffer> => {
  const { width = 1280, height = 720, seconds = 10, bytes = 100_000, isMov = false, fastStart = false } = options;
  const format = isMov ? new MovOutputFormat({ fastStart }) : new Mp4OutputFormat({ fastStart });
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  const frame = noise(Math.max(16, Math.floor(bytes / seconds)));
  for (let at = 0; at < seconds; at++) {
    const packet = new EncodedPacket(frame, 'key', at, Math.min(1, seconds - at));
    await source.add(packet, {
      decoderConfig: { codec: 'avc1.64001f', codedWidth: width, codedHeight: height, description: AVC },
    });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
};

/** A box of a film. */
export const boxBytes = (name: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat([...content]);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** Bytes between the head of a box and the first box inside it. */
const AHEAD: Readonly<Record<string, number>> = { stsd: 8, avc1: 78 };

/** A film with a box put behind the others in the first box at the path. Where its pixels are is not said again. */
export const insideBoxes = (file: Buffer, [name, ...inner]: readonly string[], added: Buffer): Buffer => {
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) !== name) continue;
    const end = at + file.readUInt32BE(at);
    const from = at + 8 + (AHEAD[name] ?? 0);
    const content = file.subarray(from, end);
    const grown = inner.length > 0 ? insideBoxes(content, inner, added) : Buffer.concat([content, added]);
    const box = boxBytes(name, file.subarray(at + 8, from), grown);
    return Buffer.concat([file.subarray(0, at), box, file.subarray(end)]);
  }
  throw new Error(`there is no box ${name}`);
};
