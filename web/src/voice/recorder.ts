/** A few seconds of the player's own voice. */

const LONGEST_MS = 2_500;

/** Records from now until `stop`, or as long as a call may be. Throws where there is no microphone, or none allowed. */
export async function record(): Promise<{ stop(): void; readonly recording: Promise<Blob> }> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stop = (): void => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const timer = setTimeout(stop, LONGEST_MS);
  const recording = new Promise<Blob>((done) => {
    recorder.onstop = () => {
      clearTimeout(timer);
      for (const track of stream.getTracks()) track.stop();
      done(new Blob(parts, { type: recorder.mimeType }));
    };
  });
  recorder.start();
  return { stop, recording };
}
