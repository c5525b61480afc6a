/** What a `data:` address holds, where it is in base64 and can be written the very same way again. */
export function readDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const match = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/.exec(url);
  const [, mediaType, data] = match ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

export function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}
