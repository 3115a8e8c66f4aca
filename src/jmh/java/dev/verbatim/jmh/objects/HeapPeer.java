package dev.verbatim.jmh.objects;

/** A rival whose memory is an array: what goes through a channel. The first slot begins where the array does. */
interface HeapPeer<T> extends Peer<T> {

    byte[] array();
}
