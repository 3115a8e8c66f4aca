package dev.verbatim.jmh.objects;

/** A rival whose memory is an array, which can go through a channel. The first slot is at the array's start. */
interface HeapPeer<T> extends Peer<T> {

    byte[] array();
}
